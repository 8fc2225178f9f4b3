import type { SavedList } from '@readroom/contracts/saved-lists'
import { CircleAlert, Home, Siren } from 'lucide-react'
import type { ReactNode } from 'react'
import { Kbd } from '../../components/ui/kbd.tsx'
import { cx } from '../../lib/cx.ts'
import { plural } from '../../lib/format.ts'

type Count = { count: number | null; urgent: number | null }

type Props = {
  list: SavedList
  /** Its key, where it has one. */
  place: number | null
  counted: Count | undefined
  isOpen: boolean
  opensFirst: boolean
  onOpen: () => void
  menu: ReactNode
}

const figure = (count: number) => count.toLocaleString('en-GB')

function Counts({ counted }: { counted: Count | undefined }) {
  const { count = null, urgent = null } = counted ?? {}
  return (
    <>
      {urgent !== null && urgent > 0 && (
        <span className="num flex items-center gap-0.5 text-xs font-medium text-red-fg" data-tip={`${figure(urgent)} urgent`}>
          <Siren size={12} aria-hidden />
          {figure(urgent)}
          <span className="sr-only"> urgent</span>
        </span>
      )}
      <span className="num min-w-6 text-right text-sm text-text-3">
        {count === null ? '–' : figure(count)}
        {count !== null && <span className="sr-only"> {plural(count, 'study', 'studies').replace(/^\S+ /, '')}</span>}
      </span>
    </>
  )
}

/** A saved list: its name, its studies, and the urgent ones among them. */
export function ListRow({ list, place, counted, isOpen, opensFirst, onOpen, menu }: Props) {
  const cannot = list.query === null
  return (
    <div className={cx('group flex items-center rounded-sm pr-1', isOpen ? 'bg-press' : 'hover:bg-hover')}>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm pl-2 text-left max-lg:h-11"
      >
        <span className="w-[18px] shrink-0 max-lg:hidden">{place && <Kbd>{String(place)}</Kbd>}</span>
        <bdi data-tip={list.name} className={cx('truncate', cannot ? 'text-text-3' : isOpen && 'font-medium')}>
          {list.name}
        </bdi>
        {opensFirst && (
          <span className="shrink-0 text-icon" data-tip="Opens with the dashboard">
            <Home size={12} aria-hidden />
            <span className="sr-only">opens with the dashboard</span>
          </span>
        )}
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {cannot ? (
            <span className="text-icon" data-tip="Cannot be opened any more">
              <CircleAlert size={13} aria-hidden />
              <span className="sr-only">cannot be opened any more</span>
            </span>
          ) : (
            <Counts counted={counted} />
          )}
        </span>
      </button>
      {menu}
    </div>
  )
}
