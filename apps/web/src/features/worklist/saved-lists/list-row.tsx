import type { SavedList } from '@readroom/contracts/worklist/saved-lists'
import { CircleAlert, Home, type LucideIcon, Siren, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Kbd } from '../../../components/ui/kbd.tsx'
import { cx } from '../../../lib/cx.ts'
import { plural } from '../../../lib/format.ts'
import { peopleOf } from './list-dialog.tsx'

type Count = { count: number | null; urgent: number | null }

type Props = {
  list: SavedList
  /** The digit key that opens it, if it has one. */
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

function Mark({ Icon, words }: { Icon: LucideIcon; words: string }) {
  return (
    <span className="shrink-0 text-icon" data-tip={words}>
      <Icon size={12} aria-hidden />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** Shows a saved list: its name, the number of its studies, and the number of urgent ones. */
export function ListRow({ list, place, counted, isOpen, opensFirst, onOpen, menu }: Props) {
  const cannot = list.query === null
  return (
    <div className={cx('group flex items-center rounded-sm pr-1', isOpen ? 'bg-press' : 'hover:bg-hover')}>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-1.5 rounded-sm py-1 pl-2 text-left leading-tight max-lg:min-h-11"
      >
        <span className="w-[18px] shrink-0 max-lg:hidden">{place && <Kbd>{String(place)}</Kbd>}</span>
        <bdi
          data-tip={list.name}
          className={cx('line-clamp-2 min-w-0 break-words', cannot ? 'text-text-3' : isOpen && 'font-medium')}
        >
          {list.name}
        </bdi>
        {opensFirst && <Mark Icon={Home} words="Opens with the dashboard" />}
        {list.isOwn && list.givenTo && <Mark Icon={Users} words={`Shared with ${peopleOf[list.givenTo].toLowerCase()}`} />}
        <span className="ml-auto flex shrink-0 items-center gap-1">
          {cannot ? <Mark Icon={CircleAlert} words="Can no longer be opened" /> : <Counts counted={counted} />}
        </span>
      </button>
      {menu}
    </div>
  )
}
