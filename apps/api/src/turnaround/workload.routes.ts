import { workloadEndpoints } from '@readroom/contracts/turnaround/workload'
import { viewBalance } from '@readroom/domain/turnaround/balance'
import { viewForecast } from '@readroom/domain/turnaround/forecast/view-forecast'
import { viewOwnWorkload, viewWorkload } from '@readroom/domain/turnaround/workload'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../core/context.ts'
import { mount } from '../core/http/mount.ts'

export function workloadRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context
  const zone = () => settings.now().clinicTimeZone
  const clock = () => ({ now: new Date(), zone: zone() })
  mount(app, context, workloadEndpoints.view, async () => ({
    workload: await viewWorkload(db, clock()),
  }))
  mount(app, context, workloadEndpoints.forecast, async () => ({
    forecast: await viewForecast(db, clock()),
  }))
  mount(app, context, workloadEndpoints.balance, async () => ({ balance: await viewBalance(db, clock()) }))
  mount(app, context, workloadEndpoints.viewOwn, async ({ actor }) => ({
    workload: await viewOwnWorkload(db, zone(), actor.doctorId),
  }))
}
