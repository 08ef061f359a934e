const LABELS: Record<string, string> = {
  "utf-8": "UTF-8",
  gb18030: "GB18030 (GBK, GB2312)",
  big5: "Big5",
  shift_jis: "Shift-JIS",
  euc_kr: "EUC-KR",
  euc_jp: "EUC-JP",
  cp437: "CP437",
  cp850: "CP850",
  cp1252: "Windows-1252",
  cp866: "CP866",
  cp1251: "Windows-1251",
};

/** The name of an encoding for people. */
export const encodingLabel = (encoding: string) => LABELS[encoding] ?? encoding;
