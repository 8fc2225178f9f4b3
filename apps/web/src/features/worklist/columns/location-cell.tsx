import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { createContext, useContext } from 'react'
import { Fact } from '../../../components/study/study-facts.tsx'

const Names = createContext<readonly string[]>([])

/** Provides the names of all locations in the list, each once. */
export const LocationNamesProvider = Names.Provider

export const namesOfLocations = (rows: readonly WorklistRow[]): string[] => [
  ...new Set(rows.flatMap(({ location }) => location ?? [])),
]

const wordsOf = (name: string) => name.split(' ')

/** Returns the number of words at the beginning of a name that another one has too. */
function sharedBy(name: string, other: string): number {
  const words = wordsOf(other)
  const differs = wordsOf(name).findIndex((word, index) => word !== words[index])
  return Math.max(differs, 0)
}

/** Splits a name after the words that another name begins with too. The rest tells them apart. */
export function splitName(name: string, names: readonly string[]): { shared: string; own: string } {
  const count = Math.max(0, ...names.map((other) => sharedBy(name, other)))
  const words = wordsOf(name)
  return { shared: words.slice(0, count).join(' '), own: words.slice(count).join(' ') }
}

/** Shows the location. In a narrow column, the words that it shares with other locations are cut off first. */
export function LocationCell({ row: { location } }: { row: WorklistRow }) {
  const names = useContext(Names)
  if (!location) return <Fact value={null} />
  const { shared, own } = splitName(location, names)
  return (
    <bdi data-tip={location} className="flex min-w-0 text-text-2">
      {shared && <span className="min-w-0 truncate">{shared}</span>}
      {shared && <span className="shrink-0 whitespace-pre"> </span>}
      <span className="max-w-full shrink-0 truncate">{own}</span>
    </bdi>
  )
}
