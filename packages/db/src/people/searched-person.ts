import { inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../core/client.ts'
import { containsWords, foldTexts, occursIn, type Words } from '../core/search-words.ts'
import { studies } from '../studies/studies.schema.ts'
import { savedLists } from '../worklist/saved-lists.schema.ts'

/** As people and scanners call somebody. */
export type Person = { names: readonly string[]; ids: readonly string[] }
type Folded = { names: Words[]; ids: Words[] }

const Said = z.object({ id: z.uuid(), place: z.enum(['name', 'all', 'patientName', 'patientId']), words: z.array(z.string()) })
type Said = z.infer<typeof Said>

/** Every text of saved lists that may name a patient: what the list is called, and what it searches for where. */
async function listSaid(tx: Tx): Promise<Said[]> {
  const { rows } = await tx.execute(sql`
    select l.id, said.place, string_to_array(btrim(fold_text(said.value)), ' ') as words
    from saved_lists l cross join lateral (values
      ('name', l.name),
      (coalesce(nullif(l.query -> 'filters' ->> 'searchType', ''), 'all'), l.query -> 'filters' ->> 'searchTerm'),
      ('patientName', l.query -> 'filters' ->> 'patientName'),
      ('patientId', l.query -> 'filters' ->> 'patientId')) said(place, value)
    where said.place in ('name', 'all', 'patientName', 'patientId') and btrim(fold_text(said.value)) <> ''`)
  return z.array(Said).parse(rows)
}

const column = { name: sql`${studies.searchName}`, patientName: sql`${studies.searchName}` } as const
const columnOf = { ...column, all: sql`${studies.searchAll}`, patientId: sql`${studies.searchPatientId}` } satisfies Record<
  Said['place'],
  SQL
>

/** The words by which a text finds the person, as worklists compare them; none if it does not. Of an id they must be all of it. */
function wordsFor({ names, ids }: Folded, { place, words }: Said): Words {
  const inName = (word: string) => names.some((name) => occursIn(name, word))
  const ownId = ids.find((id) => id.join(' ') === words.join(' '))
  // The name of a saved list has other words too: only those of the person's name count.
  if (place === 'name') return ownId ?? words.filter((word) => word.length > 2 && names.some((name) => name.includes(word)))
  if (place === 'patientId') return ownId ?? []
  const isFound = words.every((word) => inName(word) || (place === 'all' && ids.some((id) => id.includes(word))))
  return isFound ? words : []
}

async function findsAnybody(tx: Tx, { place }: Said, words: Words): Promise<boolean> {
  const columns = place === 'name' ? [columnOf.name, columnOf.patientId] : [columnOf[place]]
  for (const one of columns) {
    const conditions = sql.join(containsWords(one, words), sql` and `)
    const { rows } = await tx.execute(sql`select 1 from studies where ${conditions} limit 1`)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Removes all users' saved lists that contain a person's name or id and find nobody any more: the person's studies must be gone. A word that is also
 * in others' names names nobody. Returns how many.
 */
export async function deleteListsNaming(tx: Tx, person: Person): Promise<number> {
  const said = await listSaid(tx)
  if (said.length === 0) return 0
  const fold = async (texts: readonly string[]) =>
    Object.values(await foldTexts(tx, Object.fromEntries(texts.entries()))).filter((words) => words !== undefined)
  const folded = { names: await fold(person.names), ids: await fold(person.ids) }
  const doomed = new Set<string>()
  for (const one of said) {
    const words = wordsFor(folded, one)
    if (words.length > 0 && !doomed.has(one.id) && !(await findsAnybody(tx, one, words))) doomed.add(one.id)
  }
  if (doomed.size > 0) await tx.delete(savedLists).where(inArray(savedLists.id, [...doomed]))
  return doomed.size
}
