{{/* root, name: what the pods of every part agree on. */}}
{{- define "salong.pod" -}}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.serviceAccountName }}
serviceAccountName: {{ . | quote }}
{{- end }}
automountServiceAccountToken: false
# NOTE: Kubernetes would tell a pod of a Service named hub its address as HUB_PORT, which is a setting of ours.
enableServiceLinks: false
# The five seconds before SIGTERM, the ten that a service has to finish, and some to spare.
terminationGracePeriodSeconds: 20
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* root, name: apart from each other, as far as there are zones and nodes. */}}
{{- define "salong.spread" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "salong.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end -}}

{{/* root, name, image: the head of a container that may do nothing but its work. */}}
{{- define "salong.container" -}}
name: {{ .name }}
image: {{ include "salong.image" (dict "root" .root "name" .image) | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
resources:
  {{- toYaml (get .root.Values .name).resources | nindent 2 }}
{{- end -}}

{{/* A pod that leaves goes on answering while the others learn that it does. */}}
{{- define "salong.leaving" -}}
lifecycle:
  preStop:
    exec:
      command: [sleep, '5']
{{- end -}}

{{/* root, name: how a part comes, and how a new release of it takes the place of the old one. */}}
{{- define "salong.rollout" -}}
{{- if not .root.Values.autoscaling.enabled }}
replicas: {{ (get .root.Values .name).replicas }}
{{- end }}
revisionHistoryLimit: 3
strategy:
  type: RollingUpdate
  rollingUpdate:
    maxSurge: 25%
    maxUnavailable: 0
selector:
  matchLabels:
    {{- include "salong.selector" . | nindent 4 }}
{{- end -}}
