import { useParams } from "@tanstack/react-router";

import { type GuidelineTextBlock, parseGuidelineBlocks, splitLead } from "./blocks";
import classes from "./guideline.module.css";

/** Guidelines as headings, paragraphs and lists. */
export function GuidelineText({ text }: { text: string }) {
  return (
    <div className={classes.guidelines}>
      {parseGuidelineBlocks(text).map((block, index) => (
        <GuidelineBlock key={index} block={block} />
      ))}
    </div>
  );
}

export function GuidelineBlock({ block }: { block: GuidelineTextBlock }) {
  if (block.kind === "heading") return <h3>{block.text}</h3>;
  if (block.kind === "paragraph") return <p>{block.text}</p>;
  if (block.kind === "image") return <GuidelineImage {...block} />;
  const List = block.ordered ? "ol" : "ul";
  return (
    <List>
      {block.entries.map((entry) => {
        const { lead, rest } = splitLead(entry);
        return (
          <li key={entry}>
            {lead && <strong>{lead}</strong>} {rest}
          </li>
        );
      })}
    </List>
  );
}

/** An uploaded image. Before there is a project, its description is shown. */
function GuidelineImage({ name, text }: { name: string; text: string }) {
  const { slug } = useParams({ strict: false });
  return (
    <figure className={classes.image}>
      {slug !== undefined && (
        <img src={`/api/projects/${slug}/guideline-images/${name}`} alt="" loading="lazy" />
      )}
      <figcaption>{text}</figcaption>
    </figure>
  );
}
