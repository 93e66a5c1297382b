/**
 * Remembers results by key, at most `capacity`; forgets all when full, which is cheaper than order
 * and enough for words, whose distribution refills it at once.
 */
export const boundedCache = <Value>(
  capacity: number,
  make: (key: string) => Value,
): ((key: string) => Value) => {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    if (known.size >= capacity) known.clear();
    known.set(key, made);
    return made;
  };
};
