import { useRef, useState } from 'react'

/** Runs the action that ends the writing: one at a time, and none after a success. A failure rejects, and writing continues. */
export function useEnding() {
  const [isEnding, setEnding] = useState(false)
  const isUnderWay = useRef(false)
  return {
    /** True while the text must not change, because changes would be neither signed nor saved. */
    isEnding,
    isUnderWay: () => isUnderWay.current,
    async run(work: () => Promise<void>): Promise<void> {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setEnding(true)
      try {
        await work()
      } catch (error) {
        isUnderWay.current = false
        setEnding(false)
        throw error
      }
    },
  }
}

export type Ending = ReturnType<typeof useEnding>
