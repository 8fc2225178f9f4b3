import { useQuery } from '@tanstack/react-query'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { AdminTabs } from '../../components/ui/tabs.tsx'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { settingGroups } from './setting-fields.ts'
import { SettingRow, ZoneList } from './setting-row.tsx'
import { settingsOptions } from './settings.queries.ts'

/** What the installation goes by, and what of it an administrator may change. */
export default function SettingsPage() {
  useTitle('Settings')
  const { data, error } = useQuery(settingsOptions)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <AdminTabs />
      <div className="mx-auto max-w-180 px-5 py-6 lg:py-10">
        <h1 className="text-xl font-semibold">Settings</h1>
        <p className="mt-1 mb-6 text-text-2">
          Every part of the system goes by a change within five seconds. The audit log says who made it. What the environment says
          beside these is shown with the programs on the page System.
        </p>
        {!data && (error ? <FormMessage tone="error">The settings could not be read.</FormMessage> : <p>Loading...</p>)}
        <ZoneList />
        {data &&
          settingGroups.map(({ title, fields }) => (
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
