/** False positives of the tools, each with the reason. The table counts them. */
export const falsePositives: { finding: RegExp; reason: string }[] = [
  {
    finding: /^HTTP Secure Headers: .* X-XSS-Protection is not set$/,
    reason: 'Browsers have removed this filter, and OWASP advises against the header; the CSP forbids foreign scripts.',
  },
  {
    finding: /^HTTP Secure Headers: .* Strict-Transport-Security is not set$/,
    reason: 'The attacked product serves plain http on this machine; tests/start/http.test.ts proves it for https.',
  },
]
