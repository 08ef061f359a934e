import { type Block, blocksOf, leadOf } from "./blocks";
import classes from "./guideline.module.css";

/** Guidelines as headings, paragraphs and lists. */
export function GuidelineText({ text }: { text: string }) {
  return (
    <div className={classes.guidelines}>
      {blocksOf(text).map((block, index) => (
        <GuidelineBlock key={index} block={block} />
      ))}
    </div>
  );
}

export function GuidelineBlock({ block }: { block: Block }) {
  if (block.kind === "heading") return <h3>{block.text}</h3>;
  if (block.kind === "paragraph") return <p>{block.text}</p>;
  const List = block.ordered ? "ol" : "ul";
  return (
    <List>
      {block.entries.map((entry) => {
        const { lead, rest } = leadOf(entry);
        return (
          <li key={entry}>
            {lead && <strong>{lead}</strong>} {rest}
          </li>
        );
      })}
    </List>
  );
}
