import { sentence, type Sentence } from '../../contract/core/sentence'
import type { Weakness } from '../domain/sign-in/weak-password'
import { invalidAt, type Refusal } from './refusal'

/** Code and message of the field error for each weakness. */
const REFUSALS: Readonly<Record<Weakness, { code: string; message: Sentence }>> = {
  common: {
    code: 'password_common',
    message: sentence`Many people use this password, so it is guessed first. Choose another, such as four words of your own.`,
  },
  repeated: {
    code: 'password_repeated',
    message: sentence`This password is a repetition or a sequence. Choose another, such as four words of your own.`,
  },
  personal: {
    code: 'password_personal',
    message: sentence`This password is little more than a name or the company. Choose another, such as four words of your own.`,
  },
}

/** Returns a 422 on the field of a weak password: password_common, password_repeated or password_personal. */
export const weakPasswordAt = (path: string, weakness: Weakness): Refusal =>
  invalidAt(path, REFUSALS[weakness].message, REFUSALS[weakness].code)
