import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedRequest } from '../../self-test/proxy.ts'
import { answers, type Which } from '../../self-test/wire-faults.ts'

export const verifies: Which = ({ path }) => path === '/v1/esign/verify'
export const isKeySet: Which = ({ path }) => path === '/.well-known/esign-keys'

/** Changes the response about a document. */
export const inVerifyResponse = (
  change: (body: JsonObject, request: ProxiedRequest) => void,
  to: Which = verifies,
): (() => Fault) =>
  answers(to, (response, request) =>
    changeJson(response, (body) => {
      change(body as unknown as JsonObject, request)
    }),
  )

export const keys = (change: (key: JsonObject) => void): (() => Fault) =>
  inVerifyResponse(({ keys: list }) => {
    for (const key of list as JsonObject[]) change(key)
  }, isKeySet)
