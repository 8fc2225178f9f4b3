import { useRef, useState } from 'react'

/** How the writing ends: one way at a time, and none behind one that went well. What fails rejects, and it is written on. */
export function useEnding() {
  const [isEnding, setEnding] = useState(false)
  const isUnderWay = useRef(false)
  return {
    /** Nothing is to be written: it would be neither signed nor saved. */
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
