/** A question of a format without a module in this front end. */
export class UnknownFormatError extends Error {
  override readonly name = "UnknownFormatError";
  readonly format: string;

  constructor(format: string) {
    super(`Unknown question format "${format}".`);
    this.format = format;
  }
}
