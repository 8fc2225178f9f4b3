import { type RefObject, useEffect, useEffectEvent } from 'react'
import { Button } from '../../../../components/ui/button.tsx'

/** From this page size on, the next rows are loaded before the user reaches the end. */
const readsAheadFrom = 100
export const readsAhead = (limit: number) => limit >= readsAheadFrom

/** A wheel that starts again after this pause in ms is used on purpose. */
const restMs = 200

/** Calls `onPastEnd` when the user scrolls on at the end of the list, but not with the momentum that led there. */
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
  /** The number of rows in the next page. 0 if all are loaded. */
  count: number
  onMore: () => void
  scrollRef: RefObject<HTMLDivElement | null>
}

/** Shows the button below the last row that loads the next page. */
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
