/** The metrics of open tasks. */
export const METRICS = ["bleu4", "rouge_l", "cider", "sbert", "acd"] as const;
