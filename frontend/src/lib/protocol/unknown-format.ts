/** A question of a format that this front end has no part for. */
export class UnknownFormatError extends Error {
  override readonly name = "UnknownFormatError";
  readonly format: string;

  constructor(format: string) {
    super(`Unknown question format "${format}".`);
    this.format = format;
  }
}
