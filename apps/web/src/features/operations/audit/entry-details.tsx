import type { AuditEntry } from '@readroom/contracts/operations/audit'
import type { ReactNode } from 'react'
import type { ChangeAuditUrl } from './audit-url.ts'
import { detailsOf } from './audit-words.ts'

const shortHash = (hash: string) => `${hash.slice(0, 4)} ${hash.slice(4, 8)} ... ${hash.slice(-4)}`

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="min-w-0 break-all">{children}</dd>
    </>
  )
}

/** Shows all details of an entry, below its row. */
export function EntryDetails({ entry, columns, change }: { entry: AuditEntry; columns: number; change: ChangeAuditUrl }) {
  const { study, targetType, targetId, targetName, address, hash } = entry
  const details = detailsOf(entry)
  return (
    <tr className="border-b border-line bg-canvas max-lg:block">
      <td colSpan={columns} className="px-10 py-3 max-lg:block max-lg:px-4">
        <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
          {details.length > 0 ? (
            <table aria-label="Entry details" className="self-start text-left">
              <tbody>
                {details.map(({ name, before, value }) => (
                  <tr key={name} className="border-b border-line last:border-0">
                    <th scope="row" className="py-1 pr-6 align-top font-regular text-text-3">
                      {name}
                    </th>
                    <td className="py-1 break-words">
                      {before !== null && <del className="mr-3 text-text-3">{before}</del>}
                      <bdi className="font-medium">{value}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p className="text-text-3">No further details.</p>
          )}
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 self-start">
            {study && (
              <Fact name="Study">
                <button type="button" onClick={() => change({ study: study._id })} className="underline underline-offset-2">
                  {study.accessionNumber ?? study.description ?? 'Only this study'}
                </button>
              </Fact>
            )}
            {targetType && (
              <Fact name="About">
                {targetName ?? targetType} <span className="num text-text-3">{targetId}</span>
              </Fact>
            )}
            <Fact name="From">{address ?? 'N/A'}</Fact>
            <Fact name="Hash">
              <span className="num" data-tip={hash ?? ''}>
                {hash ? shortHash(hash) : 'Not in the chain'}
              </span>
            </Fact>
          </dl>
        </div>
      </td>
    </tr>
  )
}
