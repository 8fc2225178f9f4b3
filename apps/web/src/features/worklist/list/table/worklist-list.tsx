import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { type RefObject, type UIEvent, useState } from 'react'
import type { MoveColumn, ResizeColumn, SortProps } from '../../columns/column-head.tsx'
import type { WorklistRole } from '../worklist-roles.ts'
import {
  type EmptyProps,
  WorklistEmpty,
  WorklistError,
  WorklistLate,
  WorklistOld,
  WorklistSkeleton,
} from '../worklist-states.tsx'
import { MoreRows, readsAhead } from './more-rows.tsx'
import type { ShownColumns } from './use-worklist-table.ts'
import { WorklistCards } from './worklist-cards.tsx'
import { type ListProps, WorklistTable } from './worklist-table.tsx'

export type WorklistListProps = {
  rows: readonly WorklistRow[]
  total: number
  isPending: boolean
  isLate: boolean
  error: unknown
  hasMore: boolean
  loadMore: () => void
  /** Rows per page. */
  limit: number
  retry: () => void
  config: WorklistRole
  columns: ShownColumns
  /** The inner width of the list, in pixels. */
  width: number
  onResize: ResizeColumn
  onMove: MoveColumn
  desktop: boolean
  scrollRef: RefObject<HTMLDivElement | null>
  activeId: string | null
  onActivate: (studyId: string) => void
  empty: EmptyProps
  isStale: boolean
  isOld: boolean
  sort: SortProps
}

const nothing = () => undefined

function Body({
  rows,
  total,
  isPending,
  isLate,
  error,
  hasMore,
  loadMore,
  limit,
  retry,
  config,
  columns,
  onResize,
  onMove,
  desktop,
  width,
  ...props
}: WorklistListProps) {
  const { scrollRef, activeId, onActivate } = props
  const list: ListProps = { rows, total, scrollRef, activeId, onActivate, onNearEnd: readsAhead(limit) ? loadMore : nothing }
  const instead = insteadOfRows()

  function insteadOfRows() {
    if (isPending && isLate) return <WorklistLate onRetry={retry} />
    if (isPending) return <WorklistSkeleton columns={columns} width={width} rowHeight={desktop ? config.rowHeight : 152} />
    if (error) return <WorklistError error={error} onRetry={retry} />
    if (rows.length > 0) return null
    return <WorklistEmpty {...props.empty} />
  }
  const cards = instead === null && <WorklistCards {...list} />
  return (
    <>
      {desktop ? (
        <WorklistTable
          {...list}
          rowHeight={config.rowHeight}
          shown={columns}
          width={width}
          onResize={onResize}
          onMove={onMove}
          {...props.sort}
        />
      ) : (
        cards
      )}
      {instead}
      {hasMore && !instead && (
        <MoreRows count={Math.min(limit, Math.max(total - rows.length, 1))} onMore={loadMore} scrollRef={scrollRef} />
      )}
    </>
  )
}

/** Shows the scrolling part: the table or the cards, or the reason why there are none. */
export function WorklistList(props: WorklistListProps) {
  const [scrolledX, setScrolledX] = useState(false)
  const onScroll = (event: UIEvent<HTMLDivElement>) => setScrolledX(event.currentTarget.scrollLeft > 0)
  return (
    <div
      ref={props.scrollRef}
      onScroll={onScroll}
      data-scrolled-x={scrolledX || undefined}
      data-stale={props.isStale || props.isOld || undefined}
      aria-busy={props.isStale || props.isPending}
      className="min-h-0 flex-1 overflow-auto overscroll-contain bg-surface"
    >
      {props.isOld && <WorklistOld />}
      <Body {...props} />
    </div>
  )
}
