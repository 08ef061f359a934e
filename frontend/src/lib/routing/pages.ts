/**
 * The address book. Features do not import each other; they link by the name of a page.
 */
export const pages = {
  projects: "/projects",
  overview: "/projects/$slug/overview",
  import: "/projects/$slug/import",
  images: "/projects/$slug/images",
  duplicates: "/projects/$slug/duplicates",
  duplicatesPreview: "/projects/$slug/duplicates/parameters",
  stage: "/projects/$slug/stages/$stage",
  funnel: "/projects/$slug/funnel",
  excluded: "/projects/$slug/funnel/excluded",
  screen: "/projects/$slug/screen",
  undecided: "/projects/$slug/screen/undecided",
  welcome: "/projects/$slug/welcome",
  guide: "/projects/$slug/guide",
  annotate: "/projects/$slug/annotate",
  annotateLate: "/projects/$slug/annotate/late/$id",
  myWork: "/projects/$slug/my-work",
  talk: "/projects/$slug/talk",
  thread: "/projects/$slug/talk/$id",
  adjudicate: "/projects/$slug/adjudicate",
  makeQuestions: "/projects/$slug/make-questions",
  validate: "/projects/$slug/validate",
  baseline: "/projects/$slug/human-baseline",
  items: "/projects/$slug/items",
  item: "/projects/$slug/items/$number",
  balance: "/projects/$slug/balance",
  rework: "/projects/$slug/rework",
  reworkCase: "/projects/$slug/rework/$id",
  questions: "/projects/$slug/questions",
  checklist: "/projects/$slug/questions/checklist/$number",
  calibration: "/projects/$slug/calibration",
  calibrationItem: "/projects/$slug/calibration/$number/items/$place",
  gold: "/projects/$slug/calibration/gold",
  firstVisit: "/projects/$slug/calibration/first-visit",
  people: "/projects/$slug/people",
  agreement: "/projects/$slug/people/agreement",
  person: "/projects/$slug/people/$id",
  releases: "/projects/$slug/releases",
  releaseForm: "/projects/$slug/releases/form",
  release: "/projects/$slug/releases/$version",
  evaluation: "/projects/$slug/evaluation",
  evaluationCompare: "/projects/$slug/evaluation/compare",
  evaluationReleases: "/projects/$slug/evaluation/releases",
  evaluationShortcuts: "/projects/$slug/evaluation/shortcuts",
  errorAnalyses: "/projects/$slug/evaluation/errors",
  errorAnalysis: "/projects/$slug/evaluation/errors/$id",
  evaluationRatings: "/projects/$slug/evaluation/ratings",
  evaluationRating: "/projects/$slug/evaluation/ratings/$id",
  marking: "/projects/$slug/evaluation/marking",
  evaluationOutside: "/projects/$slug/evaluation/outside",
  evaluationTables: "/projects/$slug/evaluation/tables",
  run: "/projects/$slug/evaluation/runs/$id",
  image: "/projects/$slug/images/$id",
  protocol: "/projects/$slug/protocol",
  protocolEdit: "/projects/$slug/protocol/edit",
  settings: "/projects/$slug/settings",
  history: "/projects/$slug/history",
  protocolVersion: "/projects/$slug/protocol/versions/$number",
} as const;

export type PageName = keyof typeof pages;

/** Where a link goes: what `<AppLink>` and every chart take. */
export interface Target {
  page: PageName;
  params?: Readonly<Record<string, string>>;
  search?: Readonly<Record<string, string | number | boolean | undefined>>;
}
