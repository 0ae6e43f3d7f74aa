import { serveTasks } from '../threads/thread-main.ts'
import { tasks } from './tasks.ts'

// Suppress the PDF library's warnings about uploaded files.
console.warn = () => undefined
serveTasks(tasks)
