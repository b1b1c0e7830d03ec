/* The files of operations: what stands here is part of the API. */

export * as access from './access'
export * as auth from './auth'
export * as credentials from './credentials'
export * as journeys from './journeys'
export * as logs from './logs'
export * as octoOperations from './octo-operations'
export * as sales from './sales'
export * as sandbox from './sandbox'
export * as settlement from './settlement'
export * as statement from './statement'
export * as trips from './trips'
export * as webhooks from './webhooks'
