import { AppError } from '@readroom/contracts/core/errors'
import { scannerEndpoints as endpoints, type Scanner } from '@readroom/contracts/orders/scanners'
import { type ListedScanner, listScanners } from '@readroom/db/orders/scanners'
import { findLabName } from '@readroom/db/people/labs'
import { changeScanner, testScanner } from '@readroom/domain/orders/scanners'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'

function toScanner({ scanner, lastStudyAt }: ListedScanner): Scanner {
  const { aeTitle, place, usesTls, certificate, lastAskedAt, testAskedAt, testResult, isTestRunning, version } = scanner
  return {
    aeTitle,
    place,
    usesTls,
    certificate,
    lastAskedAt: lastAskedAt?.toISOString() ?? null,
    lastStudyAt: lastStudyAt?.toISOString() ?? null,
    test: testAskedAt && { askedAt: testAskedAt.toISOString(), isRunning: isTestRunning, result: testResult },
    version,
  }
}

export function scannerRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, endpoints.list, async ({ params: { labId } }) => {
    if ((await findLabName(db, labId)) === null) throw new AppError('LAB_NOT_FOUND')
    return { scanners: (await listScanners(db, labId)).map(toScanner) }
  })
  mount(app, context, endpoints.save, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeScanner(tx, actor, { ...params, ...body }))
    return { message: 'Scanner saved' }
  })
  mount(app, context, endpoints.test, async ({ actor, params, body }) => {
    await db.transaction((tx) => testScanner(tx, actor, { ...params, ...body }))
    return { message: 'Test started' }
  })
}
