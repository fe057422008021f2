import { must, unobservable } from '../clause';

export const service = {
  'service.https': unobservable(
    '1',
    'The service is reached over HTTPS.',
    'BASE_URL decides it: every request of a run goes over HTTPS where the address is an https one, and none where it is not.',
  ),
  'service.json': must('1', 'The known endpoints answer JSON.', 'does not respond with JSON'),
  'service.version-path': must('9', 'The known endpoints answer under /v1/.', 'does not respond under /v1/'),
};
