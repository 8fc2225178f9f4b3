const signals = ['SIGTERM', 'SIGINT'] as const

/** Resolves with the first signal that asks the process to end. Any second one ends it at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const first = (signal: NodeJS.Signals) => {
      for (const name of signals) process.off(name, first)
      resolve(signal)
    }
    for (const name of signals) process.on(name, first)
  })
}
