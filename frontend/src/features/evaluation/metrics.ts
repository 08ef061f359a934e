/** The metrics of what is said in an open task. */
export const METRICS = ["bleu4", "rouge_l", "cider", "sbert", "acd"] as const;
