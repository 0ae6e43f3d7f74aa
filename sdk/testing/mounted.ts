import type { Page } from 'playwright-core'
import { data } from '../../simulator/testing/control-client.ts'
import type { integratorFor } from './integrator.ts'
import { walker } from './walk.ts'

/** The start of a JPEG: the SDK accepts it, and the service refuses it. */
export const TRUNCATED_JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])

interface Mounting {
  /** The workflow; by default that of the organization. */
  steps?: object[]
  /** Of the session. */
  body?: object
  /** Further options of `mount`, as source text. */
  more?: string
  /** Called with the page before the SDK is mounted. */
  before?: (page: Page) => Promise<void>
}

/** Opens pages that mount the SDK for a new session with the client token of its applicant. */
export function mountedFor({ backend, options, open }: Awaited<ReturnType<typeof integratorFor>>) {
  return async ({ steps, body = {}, more = '', before }: Mounting = {}) => {
    const template = steps && {
      workflow_template_id: data<{ id: string }>(
        await backend.call('POST', '/v1/workflow-templates', { name: 'T', steps }),
      ).id,
    }
    const id = await backend.create({ ...template, ...body })
    const tab = await open()
    await before?.(tab.page)
    await tab.page.exposeFunction('fetchToken', () => backend.clientToken(id))
    await tab.run(
      `window.mounted = sdk.mount('#here', { ${options}, fetchToken, onEvent: heard, ${more} })`,
    )
    return { id, ...tab, ...walker(tab.page) }
  }
}
