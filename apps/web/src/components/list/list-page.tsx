import type { ListStats, Pagination } from '@readroom/contracts/core/pagination'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Chosen, useListUrl } from '../../lib/lists/list-url.ts'
import { ListPager } from './list-pager.tsx'
import { ListEmpty, ListError, ListSkeleton } from './list-states.tsx'
import { type ListColumn, ListTable } from './list-table.tsx'
import { ListTools } from './list-tools.tsx'

/** The part of a record that every list needs. */
type Listed = { _id: string }

type Props<T extends Listed> = {
  title: string
  subtitle: string
  /** Links to the right of the heading. */
  links: ReactNode
  /** The plural noun for the records, as in "Total Labs". */
  noun: string
  searchPlaceholder: string
  empty: { title: string; hint: string }
  columns: readonly ListColumn<T>[]
  nameOf: (row: T) => string
  actions: (row: T) => ReactNode
  actionsClass: string
  answer: UseQueryResult<{ data: T[]; pagination: Pagination; stats: ListStats }>
  chosen: Chosen
  /** True if the list has accounts with roles and can be filtered by role. */
  withRoles?: boolean
  /** Further filters that are active. */
  narrowed?: ReactNode
  change: ReturnType<typeof useListUrl>['change']
}

function Stats({ noun, stats }: { noun: string; stats: ListStats | undefined }) {
  const figures = [
    { label: `Total ${noun}`, value: stats?.total },
    { label: `Active ${noun}`, value: stats?.active },
    { label: `Inactive ${noun}`, value: stats?.inactive },
  ]
  return (
    <dl className="flex border-y border-line">
      {figures.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-col justify-between py-3 pr-6 not-first:border-l not-first:border-line max-lg:flex-1 max-lg:pr-2 max-lg:not-first:pl-3 lg:w-37.5 lg:not-first:w-49.5 lg:not-first:pl-12"
        >
          <dt className="text-sm text-text-3">{label}</dt>
          <dd className="num text-[22px]/7 font-semibold">{value?.toLocaleString('en-GB') ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Body<T extends Listed>({ noun, empty, columns, nameOf, actions, actionsClass, answer, chosen, change }: Props<T>) {
  const { data, error, isPlaceholderData, refetch } = answer
  if (!data) {
    if (error) return <ListError error={error} label={noun} onRetry={() => void refetch()} />
    return <ListSkeleton label={noun} columns={columns} actionsClass={actionsClass} />
  }
  if (data.data.length === 0) return <ListEmpty {...empty} chosen={chosen} onClear={change} />
  return (
    <ListTable
      label={noun}
      columns={columns}
      rows={data.data}
      keyOf={({ _id }) => _id}
      nameOf={nameOf}
      actions={actions}
      actionsClass={actionsClass}
      stale={isPlaceholderData}
    />
  )
}

/** Renders the layout of administrators' lists: figures, search and filters, rows or cards, and pages. */
export function ListPage<T extends Listed>(props: Props<T>) {
  const { title, subtitle, links, noun, searchPlaceholder, answer, chosen, change } = props
  const scroller = useRef<HTMLDivElement>(null)
  const page = chosen.page
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [page])
  return (
    <>
      <main ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-4">
        <div className="mx-auto max-w-294 pt-6 pb-6 max-lg:pt-4">
          <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
            <div className="mr-auto">
              <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
              <p className="text-text-2">{subtitle}</p>
            </div>
            {links}
          </div>
          <Stats noun={noun} stats={answer.data?.stats} />
          <ListTools placeholder={searchPlaceholder} withRoles={props.withRoles ?? false} />
          {props.narrowed && <div className="flex flex-wrap gap-2 pb-3">{props.narrowed}</div>}
          <Body {...props} />
        </div>
      </main>
      {answer.data && (
        <ListPager
          pagination={answer.data.pagination}
          onPage={(to) => change({ page: to })}
          onLimit={(limit) => change({ limit })}
        />
      )}
    </>
  )
}
