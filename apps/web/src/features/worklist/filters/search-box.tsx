import { Search, X } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Kbd } from '../../../components/ui/kbd.tsx'
import { useDebouncedText } from '../../../lib/hooks/use-debounced.ts'
import { useIsDesktop } from '../../../lib/hooks/use-media-query.ts'
import type { FilterProps } from '../rows/use-worklist-url.ts'
import { ChoiceSelect } from './choice-select.tsx'
import { searchTypeOptions } from './filter-words.ts'

/** Pause in typing before the search runs, in ms. */
export const searchPauseMs = 300

/** Leaves the search box on Esc if it is empty. Otherwise the field clears itself. */
function leaveWhenEmpty(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key === 'Escape' && event.currentTarget.value === '') event.currentTarget.blur()
}

type Props = FilterProps & { inputRef: RefObject<HTMLInputElement | null> }

export function SearchBox({ url, change, inputRef }: Props) {
  const [text, setText] = useDebouncedText(url.search, searchPauseMs, (search) => change({ search }, { replace: true }))
  const desktop = useIsDesktop()
  const clear = () => {
    setText('')
    change({ search: '' }, { replace: true })
    inputRef.current?.focus()
  }
  return (
    <search className="flex min-w-0 flex-1 lg:max-w-84 lg:min-w-60">
      <ChoiceSelect
        label="Search in"
        className="max-lg:hidden [&>select]:rounded-r-none [&>select]:border-r-0"
        value={url.searchType}
        options={searchTypeOptions}
        onChoose={(searchType) => change({ searchType })}
      />
      <div className="relative min-w-0 flex-1">
        <Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-icon" aria-hidden />
        <input
          ref={inputRef}
          type="search"
          aria-label="Search studies"
          placeholder={desktop ? 'Search name, ID, accession' : 'Search'}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={leaveWhenEmpty}
          className="h-7 w-full rounded-sm border border-line-strong bg-surface pr-8 pl-8 text-sm max-lg:h-11 max-lg:text-[16px] lg:rounded-l-none [&::-webkit-search-cancel-button]:hidden"
        />
        <span className="absolute top-1/2 right-1 -translate-y-1/2">
          {text ? (
            <IconButton label="Clear search" size="sm" className="max-lg:size-10" onClick={clear}>
              <X size={14} />
            </IconButton>
          ) : (
            <span aria-hidden className="pr-1 max-lg:hidden">
              <Kbd>/</Kbd>
            </span>
          )}
        </span>
      </div>
    </search>
  )
}
