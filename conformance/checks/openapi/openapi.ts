import type { Check } from '../../check/check.ts'
import { structureProblems } from '../../check/openapi-structure.ts'
import { isRebased, referencesOf } from '../../check/references.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { at, isObject } from '../../http/json.ts'
import { shown } from '../../text.ts'
import { brokenDocumentRules, unmatchedPathParameters } from './document-rules.ts'
import { followReferences } from './other-documents.ts'

export const openapiChecks: readonly Check[] = [
  {
    id: 'openapi.references-resolve',
    area: 'openapi',
    requirements: ['END-025', 'END-026', 'END-027', 'VER-019'],
    level: 'must',
    needs: { features: ['openapi_document'], credentials: ['home.test'] },
    why: 'Clients are generated from it; a broken reference stops every generator.',
    async run(ctx) {
      // The contract leaves open whether a key is needed (GAP-OPENAPI-ROUTE), so one is sent.
      const answer = await ctx.step('request the OpenAPI document', {
        method: 'GET',
        path: '/openapi.json',
        as: 'home.test',
      })
      if (!ctx.expect('END-025', '200', answer.status === 200, statusAndCode(answer))) return
      const { json } = answer
      const isDescription =
        /^3\.\d+\.\d+/.test(String(at(json, 'openapi'))) || at(json, 'swagger') === '2.0'
      const hasInfo =
        typeof at(json, 'info', 'title') === 'string' &&
        typeof at(json, 'info', 'version') === 'string'
      for (const id of ['END-026', 'VER-019']) {
        ctx.expect(
          id,
          'an OpenAPI document with info.title, info.version and paths',
          isDescription && hasInfo && isObject(at(json, 'paths')),
          shown(json, 80),
        )
      }
      const problems = await structureProblems(json)
      for (const id of ['END-026', 'VER-019']) {
        ctx.expect(
          id,
          'a document that is valid by the OpenAPI schema of its version',
          problems.length === 0,
          problems.length === 0
            ? 'valid'
            : `${problems.length} problems: ${problems.slice(0, 5).join('; ')}`,
        )
      }
      const again = await ctx.step('request the OpenAPI document again', {
        method: 'GET',
        path: '/openapi.json',
        as: 'home.test',
      })
      // It may differ, such as in a time; then it has to be valid as well.
      const isSame = again.status === 200 && again.body.equals(answer.body)
      const laterProblems = isSame ? [] : await structureProblems(again.json)
      for (const id of ['END-026', 'VER-019'])
        ctx.expect(
          id,
          'a document that is valid also when it is requested again',
          again.status === 200 && isObject(at(again.json, 'paths')) && laterProblems.length === 0,
          `${statusAndCode(again)}; ${laterProblems.slice(0, 5).join('; ')}`,
        )
      const brokenRules = brokenDocumentRules(json)
      ctx.expect(
        'VER-019',
        'a document that keeps the rules of the OpenAPI specification',
        brokenRules.length === 0,
        brokenRules.length === 0
          ? 'valid'
          : `${brokenRules.length} problems: ${brokenRules.slice(0, 5).join('; ')}`,
      )
      // The contract asks for a structurally valid document, which this is with such parameters too.
      const unmatched = unmatchedPathParameters(json)
      if (unmatched.length > 0)
        ctx.observe(
          'GAP-OPENAPI-ROUTE',
          `${unmatched.length} path parameters, not judged: ${unmatched.slice(0, 3).join('; ')}`,
        )
      const { total, broken, outside } = referencesOf(json)
      const { dangling, unknown } = isRebased(json)
        ? { dangling: [], unknown: outside.map(({ place }) => place) }
        : await followReferences(ctx, outside)
      const lost = [...broken, ...dangling]
      ctx.expect(
        'END-027',
        `${total} references that resolve`,
        lost.length === 0,
        lost.length === 0 ? 'all' : `${lost.length} do not resolve: ${lost.slice(0, 5).join(', ')}`,
      )
      if (unknown.length === 0) return
      const some = unknown.slice(0, 3).join(', ')
      ctx.observe(
        'GAP-OPENAPI-ROUTE',
        `${unknown.length} references lead to other documents, not judged: ${some}`,
      )
    },
  },
]
