/** False positives of the tools, each with the reason. The report counts them. */
export const falsePositives: { finding: RegExp; reason: string }[] = [
  {
    finding: /^HTTP Secure Headers: .* X-XSS-Protection is not set$/,
    reason: 'Browsers have removed this filter, and OWASP advises against the header; the CSP forbids foreign scripts.',
  },
  {
    finding: /^HTTP Secure Headers: .* Strict-Transport-Security is not set$/,
    reason: 'The attacked product serves plain http on this machine; tests/start/http.test.ts tests https.',
  },
  {
    finding: /confirm_second_factor secret: the answer depends on a condition/,
    reason: 'The response contains a QR code of the submitted secret, so it differs for every input.',
  },
]
