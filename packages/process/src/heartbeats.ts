/** Signs of life of a program's loops: each says by when it will give its next one. */
export type Heartbeats = {
  /** `name` lives, and will say so again within `withinMs` milliseconds. */
  beat(name: string, withinMs: number): void
  /** `name` has ended, and will say nothing any more. */
  end(name: string): void
  /** Every loop that has not ended, with how many milliseconds it is overdue; 0: it is not. */
  overdue(): Map<string, number>
}

export function createHeartbeats(): Heartbeats {
  const due = new Map<string, number>()
  return {
    beat: (name, withinMs) => void due.set(name, performance.now() + withinMs),
    end: (name) => void due.delete(name),
    overdue: () => new Map([...due].map(([name, at]) => [name, Math.max(0, performance.now() - at)])),
  }
}
