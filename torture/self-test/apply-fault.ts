/** Preload module of a simulator process that replaces one line of its source. */
import { registerHooks } from 'node:module'
import { FAULTS, sourceOf } from './faults.ts'

const fault = FAULTS[process.env.VSKIT_TORTURE_FAULT!]!
const url = sourceOf(fault)

registerHooks({
  load(loaded, context, next) {
    const module = next(loaded, context)
    if (loaded !== url) return module
    const source = String(module.source)
    if (!source.includes(fault.find)) throw new Error(`${fault.file} holds no ${fault.find}`)
    return { ...module, source: source.replace(fault.find, fault.replace) }
  },
})
