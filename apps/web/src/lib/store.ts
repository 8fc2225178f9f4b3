/** Creates a state that is changed in parts and tells its listeners about each change. */
export function createStore<State extends object>(first: State) {
  const listeners = new Set<() => void>()
  let state = first
  return {
    state: () => state,
    set(changes: Partial<State>): void {
      state = { ...state, ...changes }
      for (const listener of listeners) listener()
    },
    /** Returns the function that ends the subscription. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
