import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import type { SuiteTimes } from './suite-times.ts'

/** The file for the reporter's figures, below the root. */
export const vitestTimes = 'test-results/vitest-times.json'

const inSeconds = (milliseconds: number) => milliseconds / 1000

/** A reporter that writes how long each test file took, and the services before the first one. */
export default class VitestTimes implements Reporter {
  private file = ''
  private startedAt = 0
  private servicesMs: number | undefined

  onInit(vitest: Vitest) {
    this.file = join(vitest.config.root, vitestTimes)
  }

  onTestRunStart() {
    this.startedAt = performance.now()
  }

  onTestModuleQueued() {
    this.servicesMs ??= performance.now() - this.startedAt
  }

  async onTestRunEnd(modules: readonly TestModule[]) {
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic()
      return {
        name: `${module.project.name} ${module.relativeModuleId}`,
        importSeconds: inSeconds(collectDuration + setupDuration + prepareDuration),
        testSeconds: inSeconds(duration),
      }
    })
    const times: SuiteTimes = { servicesSeconds: inSeconds(this.servicesMs ?? 0), files }
    await mkdir(dirname(this.file), { recursive: true })
    await writeFile(this.file, JSON.stringify(times))
  }
}
