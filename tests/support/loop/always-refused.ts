/**
 * Reviewed list of the operations that refuse each of their largest inputs in the large company, with the reason. The test
 * of the event loop measures only refusals of these.
 */
export const ALWAYS_REFUSED: Readonly<Record<string, string>> = {
  openLiveConnection: 'needs a WebSocket and its ticket',
  printOwnStatement: '10,000 trips exceed the time for a PDF',
  printPartnerStatement: '10,000 trips exceed the time for a PDF',
  printStatement: '10,000 trips exceed the time for a PDF',
  sendMailAgain: 'needs a mail server',
  takeProviderEvent: 'needs the signature of a payment provider',
}

interface Answer {
  /** Id of the operation. */
  id: string
  status: number
}

export const isAccepted = ({ status }: Pick<Answer, 'status'>): boolean => status < 400

/** Returns the operations that refused all of their inputs and have no reason, and those with a reason that accepted one. */
export function unexpectedAnswers(
  answers: readonly Answer[],
  reasons: Readonly<Record<string, string>>,
): { refused: string[]; accepted: string[] } {
  const accepted = new Set(answers.filter(isAccepted).map(({ id }) => id))
  const ids = [...new Set(answers.map(({ id }) => id))]
  return {
    refused: ids.filter((id) => !accepted.has(id) && !(id in reasons)),
    accepted: ids.filter((id) => accepted.has(id) && id in reasons),
  }
}
