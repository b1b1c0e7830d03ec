import { usePhoneText } from './usePhones'

/** Stored phone number in the format of the reader's language. */
export const PhoneText = ({ children }: { children: string }) => <bdi>{usePhoneText()(children)}</bdi>
