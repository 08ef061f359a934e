/** Return the value of a cookie, or "". */
export function readCookie(name: string): string {
  for (const pair of document.cookie.split("; ")) {
    const [key, ...value] = pair.split("=");
    if (key === name) return decodeURIComponent(value.join("="));
  }
  return "";
}
