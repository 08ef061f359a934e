/** After so long without a key or a pointer nobody is taken to be working. */
export const IDLE_SECONDS = 60;

/** How long somebody has worked: gaps longer than a minute count as a minute. */
export class ActiveClock {
  private last: number;
  private total = 0;
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
    this.last = now();
  }

  /** Somebody has done something. */
  touch(): void {
    const now = this.now();
    this.total += Math.min((now - this.last) / 1000, IDLE_SECONDS);
    this.last = now;
  }

  get seconds(): number {
    this.touch();
    return Math.round(this.total);
  }
}
