/** Time without a key or a pointer after which nobody counts as working. */
export const IDLE_SECONDS = 60;

/** Measures working time: gaps longer than a minute count as a minute. */
export class ActiveClock {
  private last: number;
  private total = 0;
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
    this.last = now();
  }

  /** Record an activity. */
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
