import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ZoneList } from '../../../components/inputs/zone-list.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { findSettings } from './setting-fields.ts'
import { SettingRow } from './setting-row.tsx'
import { settingsOptions } from './settings.queries.ts'

/** Shows the settings of the installation, with those an administrator may change. */
export default function SettingsPage() {
  useTitle('Settings')
  const { data, error } = useQuery(settingsOptions)
  const [search, setSearch] = useState('')
  const groups = findSettings(search)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-180 px-5 py-6 lg:py-10">
        <h1 className="text-xl font-semibold">Settings</h1>
        <p className="mt-1 mb-4 text-text-2">
          Changes apply within five seconds and are recorded in the audit log. Values that come from the environment are shown
          under Programs on the System page.
        </p>
        {!data && (error ? <FormMessage tone="error">The settings could not be loaded.</FormMessage> : <Loading />)}
        <ZoneList />
        <input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="mb-6 h-8 w-full max-w-80 rounded-sm border border-line-strong bg-surface px-2.5 max-lg:h-11 max-lg:text-[16px]"
        />
        {groups.length === 0 && <p className="text-text-2">No settings match your search.</p>}
        {data &&
          groups.map(({ title, fields }) => (
            <section key={title} aria-label={title} className="mb-8">
              <h2 className="border-b border-line pb-2 text-lg font-semibold">{title}</h2>
              {fields.map((field) => {
                const state = data.find(({ name }) => name === field.name)
                return state && <SettingRow key={field.name} field={field} state={state} />
              })}
            </section>
          ))}
      </div>
    </main>
  )
}
