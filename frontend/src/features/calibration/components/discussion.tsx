import { Box, Button, Textarea, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { RelativeTime } from "@/lib/i18n/relative-time";

import {
  type CalibrationItem,
  discussionOptions,
  threadOptions,
  type ThreadMessage,
  useWriteMessage,
} from "../api";
import classes from "./calibration.module.css";

interface DiscussionProps {
  slug: string;
  page: CalibrationItem;
}

/** Discussion of differences, beside the image; annotators are letters. */
export function CalibrationDiscussion({ slug, page }: DiscussionProps) {
  const { t } = useTranslation("calibration");
  const [text, setText] = useState("");
  const write = useWriteMessage(() => {
    setText("");
  });
  const about =
    page.item_number === null
      ? { item_code: page.my_code ?? "" }
      : { item_number: page.item_number };
  const found = useQuery(discussionOptions(slug, about));
  const id = found.data?.results[0]?.id;
  const thread = useQuery({ ...threadOptions(slug, id ?? 0), enabled: id !== undefined });
  const messages = thread.data?.messages ?? [];
  const writer = ({ mine, name, role, letter }: ThreadMessage) => {
    if (mine) return t("talk.me");
    if (name) return name;
    return role === "annotator" ? t("talk.person", { letter }) : t("talk.organizer");
  };
  const send = () => {
    // Organizers write about the item, annotators about their slot.
    const to = page.item_id === null ? { slot: page.my_slot ?? undefined } : { item: page.item_id };
    write.mutate({
      params: { path: { slug } },
      body: { ...to, question: "", purpose: "calibration", text, guideline_gap: false },
    });
  };
  return (
    <section aria-labelledby="talk">
      <Title order={2} id="talk" mt="xl">
        {t("talk.title")}
      </Title>
      <p className={classes.lead}>{t("talk.lead")}</p>
      <ol className={classes.messages}>
        {messages.map((message) => (
          <li key={message.id} className={classes.message}>
            <p className={classes.meta}>
              <Box component="span" c="var(--ink)" fw={600}>
                {writer(message)}
              </Box>{" "}
              <RelativeTime at={message.written_at} />
            </p>
            <p>{message.text}</p>
          </li>
        ))}
      </ol>
      {write.error && <ProblemAlert error={write.error} />}
      <Textarea
        label={t("talk.write")}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
      />
      <Button mt="sm" disabled={text.trim() === ""} loading={write.isPending} onClick={send}>
        {t("talk.send")}
      </Button>
    </section>
  );
}
