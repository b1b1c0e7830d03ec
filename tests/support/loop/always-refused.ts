/**
 * Reviewed list of the operations that refuse each of their largest inputs in the large company, with the reason. The test
 * of the event loop measures only refusals of these.
 */
export const ALWAYS_REFUSED: Readonly<Record<string, string>> = {
  downloadBackup: 'needs the id of a backup',
  downloadRejected: 'needs the id of a task',
  downloadTaskFile: 'needs the id of a task',
  exportOwnStatement: 'needs the id of a closed statement',
  exportStatement: 'needs the id of a closed statement',
  getGtfsImport: 'needs the id of an import',
  getMails: 'needs the id of a mail',
  getMockTrip: 'needs the id of a mock trip',
  getOctoBooking: 'needs a booking made through OCTO',
  getOwnStatement: 'needs the id of a closed statement',
  getPartnerInvitation: 'needs the token of a mailed invitation',
  getPaymentLink: 'needs a payment by link',
  getResolution: 'needs the id of a resolution',
  getStatement: 'needs the id of a closed statement',
  getTask: 'needs the id of a task',
  getTillSession: 'needs the id of a till session',
  goToProvider: 'needs a payment provider',
  listTaskRows: 'needs the id of a task',
  openLiveConnection: 'needs a WebSocket and its ticket',
  openPaymentPage: 'needs a payment provider',
  printOwnStatement: 'needs the id of a closed statement',
  printPartnerStatement: '10,000 trips exceed the time for a PDF',
  printStatement: 'needs the id of a closed statement',
  readAccountLink: 'needs the token of a mailed link',
  sendMailAgain: 'needs a mail server',
  suggestForHire: 'needs the id of a private hire',
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
