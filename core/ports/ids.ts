export type Ids = {
  /** Time-ordered unique id for rows. */
  readonly next: () => string;
  /** 128 random bits, base64url: opaque, for links and fences. */
  readonly opaque: () => string;
};
