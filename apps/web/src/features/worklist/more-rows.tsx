import { type RefObject, useEffect, useEffectEvent } from 'react'
import { Button } from '../../components/ui/button.tsx'

/** From this page size on the next rows are read before somebody comes to the end of these. */
const readsAheadFrom = 100
export const readsAhead = (limit: number) => limit >= readsAheadFrom

/** A wheel that rests so long and then goes on is meant. */
const restMs = 200

/** Scrolling on where the list is at its end already, and not with the swing that led there. */
function useScrollPastEnd(scrollRef: RefObject<HTMLDivElement | null>, onPastEnd: () => void) {
  const pastEnd = useEffectEvent(onPastEnd)
  useEffect(() => {
    const list = scrollRef.current
    if (!list) return
    let lastAt = -restMs
    const onWheel = ({ deltaY, timeStamp }: WheelEvent) => {
      const isMeant = timeStamp - lastAt >= restMs
      lastAt = timeStamp
      const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1
      if (deltaY > 0 && isAtEnd && isMeant) pastEnd()
    }
    list.addEventListener('wheel', onWheel, { passive: true })
    return () => list.removeEventListener('wheel', onWheel)
  }, [scrollRef])
}

type Props = {
  /** How many rows come next; none where all are loaded. */
  count: number
  onMore: () => void
  scrollRef: RefObject<HTMLDivElement | null>
}

/** The way to the next page, below the last row. */
export function MoreRows({ count, onMore, scrollRef }: Props) {
  useScrollPastEnd(scrollRef, onMore)
  return (
    <div className="sticky left-0 grid place-items-center p-2">
      <Button className="max-lg:h-11" onClick={onMore}>
        Show {count.toLocaleString('en-GB')} more
      </Button>
    </div>
  )
}
