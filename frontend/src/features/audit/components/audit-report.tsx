import { Box, Button, Group, Title } from "@mantine/core";
import { IconAlertTriangle, IconBan, IconDownload, IconInfoCircle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";

import {
  type Audit,
  type FindingCase,
  fileAddress,
  type AuditFinding,
  imageAddress,
  type AuditReportData,
} from "../api";
import classes from "./audit-report.module.css";

const LOOKS = {
  blocking: ["bad", IconBan],
  warning: ["warn", IconAlertTriangle],
  information: ["neutral", IconInfoCircle],
} as const satisfies Record<AuditFinding["level"], readonly [BadgeTone, typeof IconBan]>;

const FIRST_CASES = 5;
const DOWNLOADS = ["html", "json", "md"] as const;

/** The audited benchmark, its findings, and the downloads. */
export function AuditReport({ audit, report }: { audit: Audit; report: AuditReportData }) {
  const { t } = useTranslation("audit");
  const { format } = useLocale();
  const splits = Object.entries(report.splits).map(
    ([split, count]) => `${split} ${format.number(count)}`,
  );
  return (
    <>
      <div className={classes.summary}>
        <Box className="tabular" component="p" c="dimmed">
          {t("report.questions", {
            count: report.questions,
            number: format.number(report.questions),
          })}
          {" · "}
          {t("report.images", { count: report.images, number: format.number(report.images) })}
          {" · "}
          {t(`report.layout.${report.layout as "nested" | "table"}`)}
          {splits.length > 1 && ` · ${splits.join(", ")}`}
        </Box>
        <Box component="p" fz="1.125rem" fw={600}>
          {t(
            report.findings.length === 0
              ? "report.clean"
              : report.blocking
                ? "report.blocked"
                : "report.notBlocked",
          )}
          {format.gap}
          {report.changes &&
            t("report.changes", {
              added: format.number(report.changes.new),
              resolved: format.number(report.changes.resolved),
            })}
        </Box>
        <Group gap="0.5rem" align="stretch" mt="md">
          {DOWNLOADS.map((kind) => (
            <Button
              key={kind}
              variant="default"
              component="a"
              href={fileAddress(audit.id, kind)}
              leftSection={<IconDownload size={16} aria-hidden="true" />}
            >
              {t(`report.download.${kind}`)}
            </Button>
          ))}
        </Group>
      </div>
      <div>
        {report.findings.map((finding) => (
          <FindingSection key={finding.check} audit={audit.id} finding={finding} />
        ))}
      </div>
    </>
  );
}

function FindingSection({ audit, finding }: { audit: number; finding: AuditFinding }) {
  const { t } = useTranslation("audit");
  const { format } = useLocale();
  const [tone, icon] = LOOKS[finding.level];
  const [all, setAll] = useState(false);
  const shown = all ? finding.cases : finding.cases.slice(0, FIRST_CASES);
  const rest = finding.count - finding.cases.length;
  return (
    <section className={classes.finding} aria-labelledby={finding.check}>
      <Group gap="0.25rem 0.75rem">
        <Title order={2} size="h3" id={finding.check}>
          {finding.title}
        </Title>
        <Badge tone={tone} icon={icon}>
          {t(`level.${finding.level}`)}
        </Badge>
      </Group>
      <p>{finding.summary}</p>
      <p className={classes.advice}>{finding.advice}</p>
      {shown.length > 0 && (
        <ul className={classes.cases}>
          {shown.map((one) => (
            <CaseRow key={one.id} audit={audit} found={one} />
          ))}
        </ul>
      )}
      {!all && finding.cases.length > FIRST_CASES && (
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => {
            setAll(true);
          }}
        >
          {t("report.more", {
            count: finding.cases.length - FIRST_CASES,
            number: format.number(finding.cases.length - FIRST_CASES),
          })}
        </Button>
      )}
      {all && rest > 0 && (
        <p className={classes.advice}>
          {t("report.rest", { count: rest, number: format.number(rest) })}
        </p>
      )}
    </section>
  );
}

function CaseRow({ audit, found }: { audit: number; found: FindingCase }) {
  const { t } = useTranslation("audit");
  const names = [...found.questions, ...found.images];
  return (
    <li id={found.id}>
      {found.thumbnails.length > 0 && (
        <div className={classes.images}>
          {found.thumbnails.map((number) => (
            <img
              key={number}
              src={imageAddress(audit, number)}
              alt={found.images[0] ?? found.questions[0] ?? ""}
              loading="lazy"
            />
          ))}
        </div>
      )}
      <div className={classes.where}>
        {names.map((name) => (
          <code key={name}>{name}</code>
        ))}
        {found.is_new && <strong>{t("report.new")}</strong>}
        {found.note && <span>{found.note}</span>}
      </div>
    </li>
  );
}
