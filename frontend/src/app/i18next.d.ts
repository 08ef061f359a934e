// The keys of all texts as types: a key that en.json does not have fails `tsc`.
import "i18next";

interface Catalogues {
  app: typeof import("./locale/en.json");
  common: typeof import("@/lib/i18n/locale/en.json") & (typeof import("@/api/roles.json"))["en"];
  account: typeof import("@/features/account/locale/en.json");
  adjudicate: typeof import("@/features/adjudicate/locale/en.json");
  annotate: typeof import("@/features/annotate/locale/en.json");
  audit: typeof import("@/features/audit/locale/en.json");
  balance: typeof import("@/features/balance/locale/en.json");
  calibration: typeof import("@/features/calibration/locale/en.json");
  duplicates: typeof import("@/features/duplicates/locale/en.json");
  evaluation: typeof import("@/features/evaluation/locale/en.json");
  funnel: typeof import("@/features/funnel/locale/en.json");
  "image-life": typeof import("@/features/image-life/locale/en.json");
  glossary: typeof import("@/features/glossary/locale/en.json");
  images: typeof import("@/features/images/locale/en.json");
  import: typeof import("@/features/import/locale/en.json");
  invitation: typeof import("@/features/invitation/locale/en.json");
  items: typeof import("@/features/items/locale/en.json");
  login: typeof import("@/features/login/locale/en.json");
  "make-questions": typeof import("@/features/make-questions/locale/en.json");
  "my-work": typeof import("@/features/my-work/locale/en.json");
  overview: typeof import("@/features/overview/locale/en.json");
  people: typeof import("@/features/people/locale/en.json");
  projects: typeof import("@/features/projects/locale/en.json");
  protocol: typeof import("@/features/protocol/locale/en.json");
  releases: typeof import("@/features/releases/locale/en.json");
  rework: typeof import("@/features/rework/locale/en.json");
  rounds: typeof import("@/features/rounds/locale/en.json");
  screening: typeof import("@/features/screening/locale/en.json");
  system: typeof import("@/features/system/locale/en.json");
  takedown: typeof import("@/features/takedown/locale/en.json");
  talk: typeof import("@/features/talk/locale/en.json");
  security: typeof import("@/features/security/locale/en.json");
  stages: typeof import("@/features/stages/locale/en.json");
  validate: typeof import("@/features/validate/locale/en.json");
  welcome: typeof import("@/features/welcome/locale/en.json");
}

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Catalogues;
    // A default text would hide a missing key.
    strictKeyChecks: true;
    // The compiler checks keys, not texts: it cannot check values in {{…}}.
    parseInterpolation: false;
  }
}
